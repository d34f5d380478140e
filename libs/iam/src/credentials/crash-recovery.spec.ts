import { crashRecoveryContract } from '../../spec/src/crash-recovery.contract';
import { inMemoryStoreHarness } from '../../spec/src/in-memory-harness';

crashRecoveryContract('InMemoryCredentialStore', inMemoryStoreHarness);
