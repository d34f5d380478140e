export * from './certificate';
export * from './certificate-renderer.port';
export * from './clock.port';
export * from './result-store.port';
export * from './store-unavailable';
export * from './survey-result';
export * from './verification-record';
