export { migrate } from './migrate';
export { sealedColumns } from './sealed-columns';
export { PersistenceModule, type PersistenceOptions } from './persistence.module';
