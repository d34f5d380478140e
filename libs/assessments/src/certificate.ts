import { type SurveyResult } from './survey-result';

/** What is printed on a certificate: the result without its answers, and where anyone can check it. */
export interface Certificate extends Omit<SurveyResult, 'answers'> {
  readonly verificationUrl: string;
}

/** spec 4.1: the canonical verification endpoint is served on the platform host and printed in every certificate. */
export function verificationUrl(platformBaseUrl: string, id: string): string {
  return `${platformBaseUrl}/api/certification/verify/${id}`;
}

/** The certificate of a result. Its answers stay behind. */
export function certificateOf(result: SurveyResult, platformBaseUrl: string): Certificate {
  const { id, createdAt, mode, rubric, outcome } = result;
  return { id, createdAt, mode, rubric, outcome, verificationUrl: verificationUrl(platformBaseUrl, id) };
}
