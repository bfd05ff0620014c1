/** Server types available to effects in modules. */
export type { Effect, EffectInput, EffectRegistry, EffectTools } from './services.ts'
