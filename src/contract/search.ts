/**
 * Search results begin with at most MAX_HITS_PER_TYPE approvals that wait for the user, matched by what the list of approvals is searched
 * by (number, people, what it shows of the document). Records follow, matched by what their lists search, from the lists that the user's
 * menu leads to: documents before masters, at most MAX_HITS_PER_TYPE of a type and MAX_HITS in total. A text shorter than MIN_SEARCH_LENGTH
 * finds nothing.
 */
export const MIN_SEARCH_LENGTH = 2
export const MAX_HITS_PER_TYPE = 5
export const MAX_HITS = 20

/** Minimum length of a text for which an external service is asked for records of a master: `GET documents/<type>/suggestions?search=`. */
export const MIN_SOUGHT_LENGTH = 3
export const MAX_SOUGHT_LENGTH = 80
