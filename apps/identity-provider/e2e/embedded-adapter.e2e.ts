import { identityProviderContract } from '@governance/iam/spec';
import { embeddedHarness } from './support/adapter-harness';

identityProviderContract('EmbeddedIdentityProvider', embeddedHarness);
