/** A MUST of a specification. Each test is `file path › part of the title`. It has tests, a reason or a deviation. */
export interface ProtocolMust {
  /** The section of the specification. */
  readonly section: string;
  readonly must: string;
  readonly tests?: readonly string[];
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
writes this page from [openid-musts.json](openid-musts.json). \`npm test\` fails if a listed test does not run and pass.
`;

/** docs/security/openid-musts.md */
export function protocolMustsPage(specifications: readonly ProtocolSpecification[]): string {
  const tables = specifications.map(tableOf).join('\n');
  return `${introduction}\n<!-- prettier-ignore-start -->\n\n${tables}\n<!-- prettier-ignore-end -->\n`;
}

function tableOf({ specification, url, musts }: ProtocolSpecification): string {
  const rows = musts.map((each) => `| ${each.section} | ${each.must} | ${answerTo(each)} |\n`);
  return `## [${specification}](${url})\n\n| § | The provider must | Tests |\n|---|---|---|\n${rows.join('')}`;
}

function answerTo({ tests = [], reason, deviation }: ProtocolMust): string {
  if (deviation !== undefined) return `**Deviation.** ${deviation}`;
  if (reason !== undefined) return reason;
  return tests.map((test) => test.replace(/^(.*) › (.*)$/, '[`$2`](../../$1)')).join('<br>');
}
