/** Why a command of the operator cannot be done: one sentence that says what to do about it. */
export class OperationError extends Error { override name = 'OperationError' }
