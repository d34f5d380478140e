import { ConventionalChangelog } from 'conventional-changelog';

/** Types that concern operators and clients, in this order; tests, style and chores do not. */
const titles = {
  feat: 'New',
  fix: 'Fixed',
  perf: 'Faster',
  refactor: 'Changed inside',
  docs: 'Documentation',
  build: 'Build',
};
const order = ['Breaking', ...Object.values(titles)];

/** Subjects that a reader cannot understand, in other words: the history stays. `undefined`: no entry. */
const reworded = new Map([
  ['render the home page when somebody comes', 'render the home page at its first request'],
  [
    'one If-None-Match check, and no mark that nobody draws',
    'one If-None-Match check; remove an unused emblem',
  ],
  ['comparisons of results read no reasons', 'read the reasons of shown results only'],
  [
    'a browser that stood still goes on, also without its worker',
    'continue a stopped browser after its worker was killed',
  ],
  ['what a refusal may cost', undefined],
  ['the changelog follows the commits', undefined],
]);

function entryOf({ type, scope, subject: original, breaking, notes }) {
  const subject = reworded.has(original) ? reworded.get(original) : original;
  if (subject === undefined) return undefined;
  const isBreaking = breaking === '!' || notes.some(({ title }) => title.startsWith('BREAKING'));
  const title = isBreaking ? 'Breaking' : titles[type];
  return title && { title, scope: scope?.replaceAll(',', ', '), subject };
}

/** By scope, commits without one first. */
const placeOf = ({ scope, subject }) => `${scope ?? ''}\n${subject}`;

/** The section of a release has its commit hash and date. */
const mainTemplate = `{{#if commitGroups}}
## {{version}}{{#if hash}} ({{date}}){{/if}}
{{#each commitGroups}}

### {{title}}

{{#each commits}}
- {{#if scope}}**{{scope}}**: {{/if}}{{subject}}
{{/each}}
{{/each}}
{{/if}}
`;

/**
 * The changelog of the repository in `folder`: a section for each release tag `vX.Y.Z`, newest first. Unreleased
 * commits are under `version`, or under "Unreleased" if `version` already has its tag.
 */
export async function changelogOf(folder, version) {
  const changelog = new ConventionalChangelog(folder)
    .context({ version })
    .options({ releaseCount: 0, outputUnreleased: true })
    .tags({ prefix: 'v' })
    .config({
      // The library's pattern allows neither a comma in a scope nor an exclamation mark after it.
      parser: {
        headerPattern: /^(\w+)(?:\(([^)]+)\))?(!?): (.+)$/,
        headerCorrespondence: ['type', 'scope', 'breaking', 'subject'],
      },
      writer: {
        transform: entryOf,
        groupBy: 'title',
        commitGroupsSort: (one, other) => order.indexOf(one.title) - order.indexOf(other.title),
        commitsSort: (one, other) => (placeOf(one) < placeOf(other) ? -1 : 1),
        mainTemplate,
      },
    });
  let text = '# Changelog\n\nMade from the commits by `npm run changelog`.\n';
  for await (const section of changelog.write()) text += `\n${section.trim()}\n`;
  return text;
}
