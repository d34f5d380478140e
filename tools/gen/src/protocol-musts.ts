import { linksTo, type NamingTests } from './naming-tests';

/** A MUST of a specification. Tests name it, or it has a reason or a deviation. */
export interface ProtocolMust {
  /** The specification, its section and a letter: `core-3.1.2.1a`. */
  readonly number: string;
  readonly must: string;
  /** Why it has no test: mostly, it does not apply to what the metadata of the provider claims. */
  readonly reason?: string;
  /** What the provider does instead. */
  readonly deviation?: string;
}

/** A specification of docs/security/openid-musts.json. */
export interface ProtocolSpecification {
  readonly specification: string;
  readonly url: string;
  readonly musts: readonly ProtocolMust[];
}

const introduction = `# OpenID Connect and OAuth: what the provider must do

Each MUST for a provider in the specifications that the [embedded provider](../identity-provider.md) claims in its metadata, in our
words, with the tests that show it. Related ones share a row. The others have a reason why no test is needed, or say plainly that we deviate.
The provider is built on [oidc-provider](https://github.com/panva/node-oidc-provider), which is certified; this product is not. \`npm run gen\`
writes this page from [openid-musts.json](openid-musts.json) and the titles of the tests. \`npm test\` fails if one of them does not run and pass.
`;

/** docs/security/openid-musts.md */
export function protocolMustsPage(
  specifications: readonly ProtocolSpecification[],
  tests: NamingTests,
): string {
  const tables = specifications.map((specification) => tableOf(specification, tests)).join('\n');
  return `${introduction}\n<!-- prettier-ignore-start -->\n\n${tables}\n<!-- prettier-ignore-end -->\n`;
}

function tableOf({ specification, url, musts }: ProtocolSpecification, tests: NamingTests): string {
  const rows = musts.map((each) => `| ${each.number} | ${each.must} | ${answerTo(each, tests)} |\n`);
  return `## [${specification}](${url})\n\n| § | The provider must | Tests |\n|---|---|---|\n${rows.join('')}`;
}

function answerTo({ number, reason, deviation }: ProtocolMust, tests: NamingTests): string {
  if (deviation !== undefined) return `**Deviation.** ${deviation}`;
  return reason ?? linksTo(tests.get(number) ?? [], '../../');
}
