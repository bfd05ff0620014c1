/** How many approval requests wait, as the beginning of a sentence. */
export const waitingText = (count: number): string => (count === 1 ? '1 approval request waits' : `${count} approval requests wait`)
