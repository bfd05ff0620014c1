/** Why an operator's command cannot be done: one sentence that tells how to fix it. */
export class OperationError extends Error { override name = 'OperationError' }
