import { TxtResolver } from '@governance/iam';
import { type IdentityApp } from './identity-app';

/** The TXT records of a DNS, by name; an error fails the lookup. */
export type TxtRecords = Map<string, readonly string[] | Error>;

/** Replaces the DNS of a provider in this process. */
export function serveTxtRecords(identity: IdentityApp): TxtRecords {
  const records: TxtRecords = new Map();
  identity.get<TxtResolver>(TxtResolver as never).resolve = (record) => {
    const found = records.get(record) ?? [];
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  };
  return records;
}
