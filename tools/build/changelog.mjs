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

function entryOf({ type, scope, subject, breaking, notes }) {
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
 * commits are under `version`, or under "Unreleased" if `version` already has its tag. `reworded` has clearer subjects for
 * commits, by their hash; `null`: no entry.
 */
export async function changelogOf(folder, version, reworded = {}) {
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
        transform: (commit) => {
          const { hash, subject } = commit;
          const shown = reworded[hash] === undefined ? subject : reworded[hash];
          return shown === null ? undefined : entryOf({ ...commit, subject: shown });
        },
        groupBy: 'title',
        commitGroupsSort: (one, other) => order.indexOf(one.title) - order.indexOf(other.title),
        commitsSort: (one, other) => (placeOf(one) < placeOf(other) ? -1 : 1),
        mainTemplate,
      },
    });
  let text = '# Changelog\n\nMade from the commits by `npm run release -- changelog`.\n';
  for await (const section of changelog.write()) text += `\n${section.trim()}\n`;
  return text;
}
