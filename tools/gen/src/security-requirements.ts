import { linksTo, type NamingTests } from './naming-tests';

/** How the product stands to a requirement. */
export type RequirementStatus = 'met' | 'partly met' | 'operator' | 'not met' | 'not applicable';

/** A requirement of docs/security/asvs.json. Its tests name it as `V1.1.1`. */
export interface SecurityRequirement {
  readonly number: string;
  readonly level: 1 | 2;
  /** In our words. The text of the standard is under another licence (CC BY-SA 4.0). */
  readonly requirement: string;
  readonly status: RequirementStatus;
  readonly answer: string;
  /** Paths of documents and checks that are no tests. */
  readonly documents?: readonly string[];
}

/** A chapter of the standard. */
export interface SecurityChapter {
  readonly chapter: string;
  readonly requirements: readonly SecurityRequirement[];
}

const statuses: readonly RequirementStatus[] = ['met', 'partly met', 'operator', 'not met', 'not applicable'];

const introduction = `# OWASP ASVS 5.0, level 2

The requirements of levels 1 and 2 of the OWASP Application Security Verification Standard 5.0.0 (May 2025), in our
words. The number finds the [text of the standard](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/en). This is a
self-assessment; it has no external verification. \`npm run gen\` writes this page from [asvs.json](asvs.json) and the titles of the tests.
\`npm test\` fails if one of them does not run and pass.

- **met**: by the product itself; the tests fail if it breaks, or a document is what the requirement asks for.
- **partly met**: the answer says what is missing.
- **operator**: outside the programs, for those who run them; the document says how.
- **not met**: the answer says so plainly. [The assurance case](../security.md) has the claims that we make.
- **not applicable**: the product does not have what the requirement is about.
`;

/** docs/security/asvs.md */
export function requirementsPage(chapters: readonly SecurityChapter[], tests: NamingTests): string {
  const tables = chapters.map((chapter) => tableOf(chapter, tests)).join('\n');
  return [
    introduction,
    '<!-- prettier-ignore-start -->\n',
    summaryOf(chapters),
    tables,
    '<!-- prettier-ignore-end -->\n',
  ].join('\n');
}

function summaryOf(chapters: readonly SecurityChapter[]): string {
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const rows = statuses.map((status) => {
    const counts = [1, 2].map(
      (level) => requirements.filter((each) => each.status === status && each.level === level).length,
    );
    return `| ${status} | ${counts.join(' | ')} |\n`;
  });
  return `| Status | Level 1 | Level 2 |\n| --- | --- | --- |\n${rows.join('')}`;
}

function tableOf({ chapter, requirements }: SecurityChapter, named: NamingTests): string {
  const rows = requirements.map((each) => {
    const tests = linksTo(named.get(`V${each.number}`) ?? [], '../../');
    const documents = (each.documents ?? []).map((path) => `[${path}](../../${path})`);
    const cells = [each.number, each.level, each.requirement, each.status, each.answer];
    return `| ${cells.join(' | ')} | ${[tests, ...documents].filter(Boolean).join('<br>')} |\n`;
  });
  return `## ${chapter}\n\n| No. | Level | Requirement | Status | Answer | Tests and documents |\n|---|---|---|---|---|---|\n${rows.join('')}`;
}
