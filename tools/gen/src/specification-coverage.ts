import { linksTo, type NamingTests } from './naming-tests';

/** A section of docs/specification-coverage.json. */
export interface CoverageSection {
  readonly section: string;
  /** By number: the paragraph and a letter. */
  readonly promises: Readonly<Record<string, string>>;
}

const introduction = `# Specification coverage

Each promise of the interface specification, with the tests that prove it. Text that is absent, optional or
addressed to clients is not a promise. The last section has what the service does beyond the specification. \`npm run gen\` writes this page from [specification-coverage.json](specification-coverage.json)
and the titles of the tests; to change it, see [development.md](development.md#promises-and-their-tests).
`;

/** docs/specification-coverage.md. Prettier would pad every cell to the width of the longest one. */
export function coveragePage(sections: readonly CoverageSection[], tests: NamingTests): string {
  const tables = sections.map((section) => tableOf(section, tests)).join('\n');
  return `${introduction}\n<!-- prettier-ignore-start -->\n\n${tables}\n<!-- prettier-ignore-end -->\n`;
}

function tableOf({ section, promises }: CoverageSection, tests: NamingTests): string {
  const rows = Object.entries(promises).map(
    ([number, promise]) => `| ${number} | ${promise} | ${linksTo(tests.get(number) ?? [], '../')} |\n`,
  );
  return `## ${section}\n\n| § | Promise | Tests |\n|---|---|---|\n${rows.join('')}`;
}
