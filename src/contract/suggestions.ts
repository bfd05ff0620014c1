/** Records of a master that a service elsewhere finds: `GET documents/<type>/suggestions?search=`, taken in by a POST of one. */

/** From how many characters on a service is asked. */
export const MIN_SOUGHT_LENGTH = 3
export const MAX_SOUGHT_LENGTH = 80
