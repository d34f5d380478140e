import { csvFile } from '@governance/kernel';
import { listedNames } from '../references';
import { type ReferenceView } from '../references';
import { answerGroups } from './answers-view';
import { evidenceCells, evidenceColumns } from './evidence-cells';
import { type EvidencedResult } from './result-page.service';

const columns = [
  'number',
  'domain',
  'title',
  'question',
  'answer',
  'points gained',
  'points missing',
] as const;

/**
 * Every answer as a table (RFC 4180), with a column for each framework of the gap report, one for the others, and those of the
 * evidence.
 */
export function answersCsv(shown: EvidencedResult): string {
  const rows = answerGroups(shown).flatMap((group) =>
    group.rows.map((row) => [
      row.number,
      group.title,
      row.title,
      row.question,
      row.answer,
      row.gained,
      row.lost,
      ...referenceCells(row),
      ...evidenceCells(shown.evidence, row.id),
    ]),
  );
  return csvFile([[...columns, ...listedNames, 'other references', ...evidenceColumns], ...rows]);
}

function referenceCells({ references }: { readonly references: readonly ReferenceView[] }): string[] {
  const others = references.filter(({ framework }) => !listedNames.includes(framework));
  return [
    ...listedNames.map((name) => references.find(({ framework }) => framework === name)?.clauses ?? ''),
    others.map(({ framework, clauses }) => `${framework} ${clauses}`).join('; '),
  ];
}
