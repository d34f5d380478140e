export { type Access, accessKey, Public } from './access';
export { AccessGuard } from './access.guard';
export { AccessRefused } from './access-refused';
