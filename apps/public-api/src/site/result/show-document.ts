import { HttpStatus } from '@nestjs/common';
import { type DocumentAnswer } from '../../results/document-requests';
import { type DocumentExchange, type DocumentName, sendDocument } from '../../results/send-document';

/** Answers a browser with the PDF. Until it is made, with `page`, which says so. */
export function showDocument(
  {
    name,
    answer,
    page,
  }: { readonly name: DocumentName; readonly answer: DocumentAnswer; readonly page: string },
  { req, res }: DocumentExchange,
): void {
  if (answer.kind === 'stored') sendDocument({ ...answer, name }, { req, res });
  else res.status(HttpStatus.SEE_OTHER).set('location', page).end();
}
