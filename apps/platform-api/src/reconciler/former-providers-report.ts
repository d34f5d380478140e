import { type CredentialElsewhere } from '@governance/iam';

const headings = ['issuer', 'state', 'organization', 'client_id', 'credential_id'];

/** A table for a terminal. The last line is the count. */
export function formerProvidersInWords(left: readonly CredentialElsewhere[]): string {
  if (left.length === 0) return 'no credentials are left at a former identity provider';
  const rows = [headings, ...left.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, `left at former identity providers: ${left.length}`].join('\n');
}

/** The same as one JSON object. */
export function formerProvidersAsJson(left: readonly CredentialElsewhere[]): string {
  const credentials = left.map((each) => {
    const { issuer, state, orgId: organization, clientId = null, id } = each;
    return { issuer, state, organization, client_id: clientId, credential_id: id };
  });
  return JSON.stringify({ credentials }, undefined, 2);
}

function cellsOf({ issuer, state, orgId, clientId = '-', id }: CredentialElsewhere): readonly string[] {
  return [issuer, state, orgId, clientId, id];
}
