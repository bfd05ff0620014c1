/** The core's rule of what an e-mail address looks like, for the screens that need no engine. */
export { isEmail } from '../core/index.ts'
