import { crashRecoveryContract } from '@governance/iam/spec';
import { postgresStoreHarness } from '../../spec/credential-store-harness';

crashRecoveryContract('PostgresCredentialStore', postgresStoreHarness);
