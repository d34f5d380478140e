import {
  type ProviderBeginning,
  type ProviderChange,
  type ProviderChangeBegun,
  type ProviderChangeStore,
  type ProviderIntent,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { contextOf } from './credential-fixtures';
import { laterBy, noon } from './fixtures';

export const removal: ProviderChange = { kind: 'remove-connection', connectionId: 'con_1' };

export function beginningOf(
  orgId: string,
  changes: Partial<ProviderBeginning> & { readonly target?: string } = {},
): ProviderBeginning {
  const { target = 'con_1', ...others } = changes;
  return {
    intentId: randomUUID(),
    lease: randomUUID(),
    now: noon,
    leaseUntil: laterBy(60_000),
    write: { ...contextOf('connections:remove'), orgId, target },
    ...others,
  };
}

export function intentOf(change: ProviderChange, beginning: ProviderBeginning): ProviderIntent {
  const { intentId: id, lease, write } = beginning;
  return { id, lease, orgId: write.orgId, change, write };
}

/** Begins the removal of a connection. */
export function beginRemoval(store: ProviderChangeStore, orgId: string): Promise<ProviderChangeBegun> {
  return store.begin(removal, beginningOf(orgId));
}
