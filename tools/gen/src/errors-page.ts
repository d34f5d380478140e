import {
  notedProblems,
  type ProblemDescription,
  type Route,
  unreadableBody,
  bodyNotAnObject,
  storeUnavailable,
} from '@governance/http';
import { problemStatus } from '@governance/kernel';

const heading = '## Texts by path';

/** Of requests to many paths: the page has them once. */
const common = new Set(
  [...unreadableBody, bodyNotAnObject, storeUnavailable].flatMap(({ texts }) => Object.keys(texts)),
);

/** `docs/errors.md` with its last part: the documented problems of the routes, each with what to do. */
export function withErrorTexts(page: string, routes: readonly Route[]): string {
  const [byHand = ''] = page.split(heading);
  const body = tableOf('Any operation with a request body', rowsOf([...unreadableBody, bodyNotAnObject]));
  const byPath = Map.groupBy(routes, ({ path }) => `\`${path.split('/').slice(0, 3).join('/')}\``);
  const sections = [...byPath].map(([path, group]) => {
    const rows = group.flatMap((route) => rowsOf(notedProblems(route).map(withoutCommon)));
    return rows.length === 0 ? '' : tableOf(path, rows);
  });
  return [
    `${byHand}${heading}`,
    'Generated from the definitions of the problems (`npm run gen`).',
    body,
    ...sections,
  ].join('\n\n');
}

function withoutCommon(problem: ProblemDescription): ProblemDescription {
  const texts = Object.entries(problem.texts).filter(([text]) => !common.has(text));
  return { ...problem, texts: Object.fromEntries(texts) };
}

function rowsOf(problems: readonly ProblemDescription[]): readonly string[] {
  return problems.flatMap(({ kind, texts }) =>
    Object.entries(texts).map(
      ([text, remedy]) =>
        `| ${problemStatus[kind]} | \`${text.replaceAll('|', String.raw`\|`)}\` | ${remedy} |`,
    ),
  );
}

function tableOf(title: string, rows: readonly string[]): string {
  return [`### ${title}\n`, '| Status | Text | What to do |', '| --- | --- | --- |', ...new Set(rows)].join(
    '\n',
  );
}
