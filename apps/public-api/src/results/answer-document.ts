import { type DocumentName } from '@governance/assessments';
import { HttpStatus } from '@nestjs/common';
import { retryAfterSeconds } from './document-answers.openapi';
import { type DocumentAnswer } from './document-requests';
import { DocumentStatusResponse } from './document-status.dto';
import { type DocumentExchange, sendDocument } from './send-document';

/** Answers a client of the API with the PDF, or with 202 until it is made. */
export function answerDocument(
  name: DocumentName,
  answer: DocumentAnswer,
  { req, res }: DocumentExchange,
): void {
  if (answer.kind === 'stored') {
    sendDocument({ ...answer, name }, { req, res });
    return;
  }
  res.status(HttpStatus.ACCEPTED).set('retry-after', String(retryAfterSeconds));
  res.json(new DocumentStatusResponse());
}
