import { credentialListContract } from '../../spec/src/credential-list.contract';
import { inMemoryStoreHarness } from '../../spec/src/in-memory-harness';

credentialListContract('InMemoryCredentialStore', inMemoryStoreHarness);
