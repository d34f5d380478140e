import { type PlatformClient } from '@governance/client';
import { describeList } from '../console-list';
import { ifServed } from '../if-served';
import { searchedList } from '../searched-list';
import { allIdentities } from '../service-identities/all-identities';
import { type IdentityNames, rowOf } from './trust-rule-view';

const rules = searchedList({
  pages: (client, query) => client.pages('/iam/trust-rules', { query }),
  entriesOf: (answer) => answer.trust_rules,
  textsOf: ({ name }) => [name],
});

export const trustRuleList = describeList({
  page: 'trust-rules',
  title: 'Trust rules',
  notices: { removed: 'The trust rule was removed. The tokens of its workload no longer work.' },
  writes: 'm2m:trust-rules:write',
  fields: { search: { label: 'Name', type: 'search', maxLength: 100 } },
  query: ({ search }) => ({ search }),
  read: async (client, query, { now }) => {
    const [{ entries, next }, names] = await Promise.all([rules(client, query), identityNames(client)]);
    return { rows: entries.map((rule) => rowOf(rule, now, names)), next };
  },
});

/** Undefined if the API does not serve service identities. */
export async function identityNames(client: PlatformClient): Promise<IdentityNames | undefined> {
  const identities = await ifServed(allIdentities(client));
  return identities && new Map(identities.map(({ id, name }) => [id, name]));
}
