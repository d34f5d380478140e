import { clauseTitles } from './clause-titles';
import { listedFrameworks, partOf } from './framework-clauses';
import { frameworkCoverage } from './framework-coverage';
import { type Answers, modes } from './outcome';
import { publishedRubrics } from './published-rubrics';

const rubric = publishedRubrics.current;
const all = (answer: 0 | 3): Answers => Object.fromEntries(rubric.questions.map(({ id }) => [id, answer]));

function silentInAll(): string[] {
  const silent = modes.flatMap((mode) => {
    const [first, ...others] = frameworkCoverage(rubric, {}, mode).map(
      ({ silentQuestions }) => silentQuestions,
    );
    return (first ?? []).filter((question) => others.every((each) => each.includes(question)));
  });
  return [...new Set(silent.map(({ id }) => id))];
}

describe('listedFrameworks', () => {
  it('have as many parts as their publishers count', () => {
    const sizes = Object.entries(listedFrameworks).map(([id, { ids }]) => [id, new Set(ids).size]);
    const controls = listedFrameworks['iso-iec-42001-2023']?.ids.filter((id) => id.startsWith('A.'));
    expect(sizes).toEqual([
      ['iso-iec-42001-2023', 62],
      ['nist-ai-rmf-1.0', 72],
      ['eu-ai-act', 113],
    ]);
    expect(controls).toHaveLength(38);
  });

  it.each(publishedRubrics.versions)('have every part that rubric %s cites', (version) => {
    const references = publishedRubrics.find(version)?.questions.flatMap((question) => question.references);
    const unknown = references?.flatMap(({ framework, ids }) =>
      ids.filter((id) => listedFrameworks[framework]?.ids.includes(partOf(id)) === false),
    );
    expect(unknown).toEqual([]);
  });
});

describe('clauseTitles', () => {
  it.each(publishedRubrics.versions)('have a title for every part that rubric %s cites', (version) => {
    const references = publishedRubrics.find(version)?.questions.flatMap((question) => question.references);
    const untitled = references?.flatMap(({ framework, ids }) =>
      ids.filter((id) => framework in listedFrameworks && clauseTitles[framework]?.[id] === undefined),
    );
    expect(untitled).toEqual([]);
  });
});

describe('frameworkCoverage', () => {
  it('lists a clause once, with every question that cites it, by its weakest answer', () => {
    const answers = { ...all(3), 'inv-shadow-ai': 1 as const };
    const [iso] = frameworkCoverage(rubric, answers, 'msp-self');
    const clause = iso?.clauses.find(({ id }) => id === 'A.9.2');
    expect(clause?.questions.map(({ id }) => id)).toEqual([
      'inv-shadow-ai',
      'data-use-rules',
      'acc-agent-limits',
      'ppl-human-oversight',
    ]);
    expect(clause).toMatchObject({ lowestAnswer: 1, title: 'Processes for responsible use' });
    expect(iso?.clauses.filter(({ lowestAnswer }) => lowestAnswer < 3).map(({ id }) => id)).toEqual([
      'A.9.2',
    ]);
  });

  it.each(modes)('parts every framework into cited and not asked, for %s', (mode) => {
    for (const { clauses, notAsked, size } of frameworkCoverage(rubric, {}, mode)) {
      const asked = new Set(clauses.map(({ id }) => partOf(id)));
      expect(asked.size + notAsked.length).toBe(size);
      expect(notAsked.filter((part) => asked.has(part))).toEqual([]);
      expect(clauses.every(({ lowestAnswer }) => lowestAnswer === 0)).toBe(true);
    }
  });

  it('keeps the order of the framework, paragraphs included', () => {
    const coverage = frameworkCoverage(rubric, {}, 'msp-self');
    expect(coverage[2]?.clauses.map(({ id }) => id)).toEqual([
      'Art. 4',
      'Art. 5',
      'Art. 10',
      'Art. 12',
      'Art. 13',
      'Art. 14',
      'Art. 15',
      'Art. 26',
      ...[1, 2, 4, 5, 6, 7, 9, 11].map((paragraph) => `Art. 26(${paragraph})`),
      'Art. 27',
      'Art. 50',
    ]);
  });

  it('finds the eight questions that cite none of the three frameworks § 10.12c', () => {
    expect(silentInAll().toSorted()).toEqual([
      'acc-joiner-leaver',
      'acc-machine-identities',
      'acc-remote-tools',
      'acc-strong-sign-in',
      'data-client-separation',
      'data-oversharing-cleanup',
      'sec-input-output-controls',
      'sup-exit-handover',
    ]);
  });
});
