/**
 * First at most MAX_HITS_PER_TYPE of what waits for the person's decision, by what the list of approvals is searched by (number, people, what it shows of the
 * document). Then records by what their lists search, out of the lists that the person's menu leads to: documents before masters,
 * at most MAX_HITS_PER_TYPE of a type and MAX_HITS in all. A text shorter than MIN_SEARCH_LENGTH finds nothing.
 */
export const MIN_SEARCH_LENGTH = 2
export const MAX_HITS_PER_TYPE = 5
export const MAX_HITS = 20

/** From how many characters on a service elsewhere is asked for records of a master: `GET documents/<type>/suggestions?search=`. */
export const MIN_SOUGHT_LENGTH = 3
export const MAX_SOUGHT_LENGTH = 80
