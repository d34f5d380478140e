import { ApiError, StepUpRequiredError } from '@governance/client';
import { apiTextIn } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedConnectionFields, newConnectionFields } from './connections/connection-fields';
import { domainFields } from './domains/domain-fields';
import { type FormFields } from './form-fields';
import { formProblemOf, FormRefused } from './form-problem';
import { invitationFields } from './invitations/invitation-form';
import { nameFields } from './service-identities/name-fields';

const details = {
  code: 'invalid_request',
  requestId: undefined,
  operation: 'POST /iam/connections',
  retryAfterSeconds: undefined,
};
const refusal = (description: string, status = 400): ApiError =>
  new ApiError(description, { ...details, status });
const sentTo = (
  fields: FormFields,
  values: Record<string, string> = {},
): { fields: FormFields; form: URLSearchParams } => ({ fields, form: new URLSearchParams(values) });

describe('formProblemOf', () => {
  it.each([400, 409, 422])('is the text of a refusal with %i, as a sentence', (status) => {
    expect(formProblemOf(refusal('credentials use this: revoke them first', status), sentTo({}))).toEqual({
      status,
      text: 'Credentials use this: revoke them first.',
    });
  });

  it('has the problem of the API and the others, at their fields and in the order of the form', () => {
    const error = refusal('issuer must be an https URL of at most 500 characters, without a query');
    const values = { name: '', issuer: 'http://x', client_id: 'a b', client_secret: 's', amr_values: '' };
    const { status, errors } = formProblemOf(error, sentTo(newConnectionFields, values));
    expect([status, errors]).toEqual([
      400,
      [
        { field: 'name', text: 'Name is required.' },
        { field: 'issuer', text: 'Issuer must be an https URL of at most 500 characters, without a query.' },
        {
          field: 'client_id',
          text: 'Client id must have 1 to 500 printable ASCII characters, and no spaces.',
        },
      ],
    ]);
  });

  it('names the field of a nested member, and the words of the field', () => {
    const factor = formProblemOf(
      refusal('second_factor.acr_values must have at most 10 values'),
      sentTo(changedConnectionFields, { name: 'Acme' }),
    );
    expect(factor.errors).toEqual([
      { field: 'acr_values', text: 'Values of acr must have at most 10 values.' },
    ]);
    const invitation = formProblemOf(
      refusal('email must be an email'),
      sentTo(invitationFields, { role: 'x' }),
    );
    expect(invitation.errors).toEqual([
      { field: 'email', text: 'Email address must have the form name@example.org.' },
      { field: 'role', text: 'Role must be one of those shown.' },
    ]);
  });

  it('is the problem of the page itself', () => {
    const refused = FormRefused.at('name', 'This is not the name.', 422);
    expect(formProblemOf(refused, sentTo({}))).toBe(refused.problem);
  });

  it.each([401, 403, 404, 429, 500, 503])('leaves a response with %i to the error page', (status) => {
    const error = refusal('text', status);
    expect(() => formProblemOf(error, sentTo({}))).toThrow(error);
  });

  it('leaves a step-up to the error filter', () => {
    const error = new StepUpRequiredError('text', 300, { ...details, status: 403 });
    expect(() => formProblemOf(error, sentTo({}))).toThrow(error);
  });
});

/** With the form that calls it; undefined: a form without a field. */
const forms: Readonly<Record<string, FormFields>> = {
  createInvitation: invitationFields,
  updateMember: { role: invitationFields.role ?? { label: '' } },
  createConnection: newConnectionFields,
  updateConnection: changedConnectionFields,
  createDomain: domainFields,
  renameServiceIdentity: nameFields,
};

/** A form sends no other members, JSON only, and no second factor without a value. */
const isOfOtherRequests =
  /^the request body|is not a member|api-version|is for connections of type|^second_factor must/;

describe('what the API says of a form', () => {
  const file = join(__dirname, '../../../../docs/api/platform.openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, Route>>;
  };
  const routes = Object.values(paths).flatMap((path) => Object.values(path));

  it.each(Object.keys(forms))('is in the words of people: %s', (operation) => {
    const route = routes.find(({ operationId }) => operationId === operation);
    const said = [400, 409].flatMap((status) =>
      textsOf(route, status).map((text) =>
        formProblemOf(refusal(text, status), sentTo(forms[operation] ?? {})),
      ),
    );
    expect(said.length).toBeGreaterThan(2);
    expect(said.filter(({ text }) => apiTextIn(text).length > 0)).toEqual([]);
  });

  it('is in the words of people, of a conflict too', () => {
    const texts = new Set(routes.flatMap((route) => [409, 422].flatMap((status) => textsOf(route, status))));
    expect(texts.size).toBeGreaterThan(15);
    const said = [...texts].map((text) => formProblemOf(refusal(text, 409), sentTo({})).text);
    expect(said.filter((text) => apiTextIn(text).length > 0)).toEqual([]);
  });
});

interface Route {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { content?: Record<string, { examples?: Record<string, Example> }> } | undefined>
  >;
}

interface Example {
  readonly value: { readonly error_description: string };
}

function textsOf(route: Route | undefined, status: number): string[] {
  const response = route?.responses[status];
  return Object.values(response?.content ?? {})
    .flatMap(({ examples = {} }) => Object.values(examples))
    .map(({ value }) => value.error_description)
    .filter((text) => !isOfOtherRequests.test(text));
}
