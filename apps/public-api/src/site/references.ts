import { listedFrameworks, type Rubric, type RubricQuestion } from '@governance/rubric';

/** Names short enough to stand before a clause; a framework without one is named by its title. */
const shortNames: Readonly<Record<string, string>> = {
  'nist-ai-600-1': 'NIST AI 600-1',
  'owasp-llm-2025': 'OWASP LLM Top 10',
  'owasp-agentic-2026': 'OWASP Agentic Top 10',
  'nist-csf-2.0': 'NIST CSF',
  'cis-controls-8.1': 'CIS Controls',
  'csa-aicm': 'CSA AICM',
  'cisa-aa22-131a': 'Joint advisory',
  'cisa-ai-data-security-2025': 'Joint guidance',
};

/** Where a framework says what a question asks. */
export interface ReferenceView {
  readonly framework: string;
  readonly clauses: string;
}

export const listedNames: readonly string[] = Object.values(listedFrameworks).map(({ name }) => name);

/** The references of a question: first those to the frameworks of the gap report, in its order. */
export function referencesOf(
  { references }: RubricQuestion,
  { frameworks }: Pick<Rubric, 'frameworks'>,
): readonly ReferenceView[] {
  return references
    .toSorted((one, other) => rankOf(one.framework) - rankOf(other.framework))
    .map(({ framework, ids }) => ({
      framework:
        listedFrameworks[framework]?.name ?? shortNames[framework] ?? frameworks[framework]?.title ?? '',
      clauses: ids.join(', '),
    }));
}

function rankOf(framework: string): number {
  const place = Object.keys(listedFrameworks).indexOf(framework);
  return place < 0 ? Object.keys(listedFrameworks).length : place;
}
