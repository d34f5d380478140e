/** A section of docs/specification-coverage.json. Each test is `file path › part of the title`. */
export interface CoverageSection {
  readonly section: string;
  readonly promises: readonly {
    readonly paragraph: string;
    readonly promise: string;
    readonly tests: readonly string[];
  }[];
}

const introduction = `# Specification coverage

Each promise of the interface specification, with the tests that prove it. Text that is absent, optional or
addressed to clients is not a promise. The last section has what the service does beyond the specification. \`npm run gen\` writes this page from [specification-coverage.json](specification-coverage.json);
to change it, see [development.md](development.md#promises-and-their-tests).
`;

/** docs/specification-coverage.md. Prettier would pad every cell to the width of the longest one. */
export function coveragePage(sections: readonly CoverageSection[]): string {
  const tables = sections.map(tableOf).join('\n');
  return `${introduction}\n<!-- prettier-ignore-start -->\n\n${tables}\n<!-- prettier-ignore-end -->\n`;
}

function tableOf({ section, promises }: CoverageSection): string {
  const rows = promises.map(({ paragraph, promise, tests }) => {
    const links = tests.map((test) => test.replace(/^(.*) › (.*)$/, '[`$2`](../$1)'));
    return `| ${paragraph} | ${promise} | ${links.join('<br>')} |\n`;
  });
  return `## ${section}\n\n| § | Promise | Tests |\n|---|---|---|\n${rows.join('')}`;
}
