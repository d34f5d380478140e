import { type SurveyResult } from './survey-result';

/** The printed content of a certificate: the result without its answers, and its verification URL. */
export interface Certificate extends Omit<SurveyResult, 'answers'> {
  readonly verificationUrl: string;
  /** The page with the questions and rules that scored the result. */
  readonly rubricUrl: string;
  /** Its entry in the public log, for certificates that are in it. */
  readonly logEntry?: number;
}

/** Without a trailing slash. */
interface Addresses {
  readonly publicBaseUrl: string;
  readonly platformBaseUrl: string;
}

/** spec 4.1: the canonical verification endpoint is on the platform host and printed in every certificate. */
export function verificationUrl(platformBaseUrl: string, id: string): string {
  return `${platformBaseUrl}/api/certification/verify/${id}`;
}

/** The certificate of a result, without its answers. */
export function certificateOf(
  result: SurveyResult,
  { publicBaseUrl, platformBaseUrl }: Addresses,
): Certificate {
  const { id, createdAt, mode, rubric, outcome } = result;
  return {
    id,
    createdAt,
    mode,
    rubric,
    outcome,
    verificationUrl: verificationUrl(platformBaseUrl, id),
    rubricUrl: `${publicBaseUrl}/rubric/${rubric.version}`,
  };
}
