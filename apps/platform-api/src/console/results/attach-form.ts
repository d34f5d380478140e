import { ApiError } from '@governance/client';
import { asUuid } from '@governance/kernel';
import { capabilityIn } from '@governance/keyring';
import { type FormFields } from '../form-fields';
import { type FormProblem, formProblemOf, FormRefused, type SentForm } from '../form-problem';

export function attachFields(publicBaseUrl: string): FormFields {
  const hint = `It begins with ${publicBaseUrl}/results/. The person who answered the questions sees it in their browser. The last part alone is enough.`;
  return { address: { label: 'Address of the result', hint, maxLength: 1_000 } };
}

/** The capability in what a person has entered: the address of a result's page, or the capability alone. @throws FormRefused */
export function capabilityOf(entered: string, publicBaseUrl: string): string {
  const text = entered.trim();
  const expected = `The address of a result begins with ${publicBaseUrl}/results/`;
  if (text === '') throw refused('Enter the address of a result.');
  if (asUuid(text) !== undefined || /\/verify\/[\w-]+/.test(text)) {
    throw refused(
      `This is the number or the page of a certificate, which is public. ${expected}, and the person who answered the questions has it.`,
    );
  }
  const url = urlIn(text);
  if (url !== undefined && !isBelow(url, new URL(publicBaseUrl)))
    throw refused(`This address is of another service, ${url.host}. ${expected}.`);
  const capability = capabilityIn(text);
  if (capability !== undefined) return capability;
  throw refused(
    `This is not the address of a result, or a part of it is missing. ${expected}, and 48 characters follow.`,
  );
}

/** Why the API refused the capability. @throws the error itself if it is no refusal of what was entered. */
export function attachProblemOf(error: unknown, sent: SentForm): FormProblem {
  if (error instanceof ApiError && error.status === 404) {
    const text =
      'There is no result with this address. Copy the whole address again. If it is complete, the result was deleted.';
    return FormRefused.at('address', text, 404).problem;
  }
  const { status, text, errors } = formProblemOf(error, sent);
  // The other conflict, a full list, says itself what to do.
  const isWithdrawn = status === 409 && text.includes('withdrawn');
  const advice =
    'It no longer counts, so it cannot be attached. Ask for a new assessment, and attach its result.';
  return { status, text: isWithdrawn ? `${text} ${advice}` : text, ...(errors && { errors }) };
}

function refused(text: string): FormRefused {
  return FormRefused.at('address', text);
}

/** People leave out the scheme. Undefined for a path and for the capability alone. */
function urlIn(text: string): URL | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const hasHost = text.includes('/') && !text.startsWith('/');
  return hasHost && URL.canParse(address) ? new URL(address) : undefined;
}

function isBelow(url: URL, base: URL): boolean {
  return url.host === base.host && url.pathname.startsWith(base.pathname.replace(/\/?$/, '/'));
}
