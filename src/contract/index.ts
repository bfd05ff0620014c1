export * from './envelope.ts'
export * from './session.ts'
export * from './manifests.ts'
export * from './approvals.ts'
