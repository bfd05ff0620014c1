import { walkTypes } from './walk-of-types.ts'

walkTypes(['document'])
