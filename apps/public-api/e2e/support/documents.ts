import { until } from '@governance/testing';
import { pathOf } from './held-results';
import { type PublicApp } from './public-app';

export interface DownloadedDocument {
  readonly pdf: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks for a PDF of a submitted result until it is made. */
export async function documentOf(
  { origin }: Pick<PublicApp, 'origin'>,
  submitted: Record<string, unknown>,
  name: 'certificate' | 'evidence-report' = 'certificate',
): Promise<DownloadedDocument> {
  return until(async () => {
    const response = await fetch(`${origin}${pathOf(submitted)}/${name}`);
    const pdf = new Uint8Array(await response.arrayBuffer());
    if (response.status === 200) return { pdf, headers: Object.fromEntries(response.headers) };
    expect(response.status).toBe(202);
    return undefined;
  });
}
