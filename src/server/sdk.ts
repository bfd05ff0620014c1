/** What the effects of modules may use of the server. */
export type { Effect, EffectInput, EffectRegistry, EffectTools } from './services.ts'
