import { type CallOf, hasFailed, isCallOf, isDone, isOfWrongClock, isRefused } from '../history/history';
import { type Check, type Finding, grouped } from './finding';
import { isLinearizable, type Step } from './linearizable';

/** `revoked`, or the fingerprint of the only secret that works; `unknown` after a rotation that was not answered. */
type State = string;
const revoked: State = 'revoked';

type CredentialCall = CallOf<'rotate' | 'revoke' | 'authenticate' | 'access'>;

const isOfCredential = isCallOf('rotate', 'revoke', 'authenticate', 'access');

/** Undefined for a call that shows nothing and changes nothing. */
function stepOf(call: CredentialCall): Step<State> | undefined {
  const { sentAt, endedAt, answer, operation } = call;
  const isChange = operation.kind === 'rotate' || operation.kind === 'revoke';
  if (hasFailed(call))
    return isChange ? { sentAt, answeredAt: undefined, from: transitionOf(call) } : undefined;
  // Such as 409, because of another unfinished change: says nothing about the state.
  if (isChange && isRefused(call) && answer?.status !== 404) return undefined;
  return { sentAt, answeredAt: endedAt, from: transitionOf(call) };
}

function transitionOf(call: CredentialCall): Step<State>['from'] {
  const { operation, answer } = call;
  switch (operation.kind) {
    case 'rotate':
    case 'revoke': {
      const after = operation.kind === 'revoke' ? revoked : (answer?.secret ?? `unknown ${call.id}`);
      if (answer?.status === 404) return (state) => (state === revoked ? [state] : []);
      return (state) => (state === revoked ? [] : [after]);
    }
    case 'authenticate':
      return (state) => ((state === operation.secret) === isDone(call) ? [state] : []);
    case 'access':
      return (state) => ((state !== revoked) === isDone(call) ? [state] : []);
  }
}

/** Each credential behaves as one register: active with one secret, rotated, revoked. */
export const credentialsAreLinearizable: Check = ({ history }) => {
  const findings: Finding[] = [];
  const calls = grouped(history.calls.filter(isOfCredential), (call) => call.operation.credential);
  for (const { answer } of history.calls.filter(isCallOf('create'))) {
    if (answer?.id === undefined || answer.secret === undefined) continue;
    const own = (calls.get(answer.id) ?? []).filter((call) => !isOfWrongClock(call, history));
    const steps = own.flatMap((call) => stepOf(call) ?? []);
    if (!isLinearizable(answer.secret, steps))
      findings.push({ rule: 'impossible credential history', text: `${answer.id}, ${steps.length} steps` });
  }
  return findings;
};

/** After a revocation was acknowledged, neither a secret nor a token of the credential is accepted by any replica. */
export const revokedStaysRevoked: Check = ({ history }) => {
  const revocations = new Map<string, number>();
  for (const call of history.calls.filter(isCallOf('revoke')))
    if (isDone(call)) revocations.set(call.operation.credential, call.endedAt);
  return history.calls
    .filter(isCallOf('authenticate', 'access'))
    .filter((call) => isDone(call) && call.sentAt > (revocations.get(call.operation.credential) ?? Infinity))
    .map(({ id, replica }) => ({ rule: 'revoked credential accepted', text: `${id} by ${replica}` }));
};

/** Every credential whose creation was acknowledged is kept until its revocation, and no other one exists. */
export const storedCredentialsAreThose: Check = ({ history, state }) => {
  const creations = history.calls.filter(isCallOf('create'));
  const asked = new Set(creations.map(({ operation }) => operation.name));
  const stored = new Map(state.credentials.map((credential) => [credential.id, credential.state]));
  const revocations = history.calls.filter(isCallOf('revoke'));
  const tried = new Set(revocations.map(({ operation }) => operation.credential));
  const gone = new Set(revocations.filter(isDone).map(({ operation }) => operation.credential));
  const findings: Finding[] = state.credentials
    .filter(({ name }) => !asked.has(name))
    .map(({ id, name }) => ({ rule: 'invented credential', text: `${id} ${name}` }));
  for (const { answer } of creations.filter(isDone)) {
    const id = answer?.id ?? '';
    const isActive = stored.get(id) === 'active';
    if (!isActive && !tried.has(id)) findings.push({ rule: 'lost credential', text: id });
    if (isActive && gone.has(id))
      findings.push({ rule: 'revoked credential accepted', text: `${id} is stored as active` });
  }
  return findings;
};

/** The provider has exactly the clients of the active credentials, and no change is left unfinished. */
export const providerAgrees: Check = ({ state }) => {
  const active = new Set(
    state.credentials.filter((each) => each.state === 'active').map(({ clientId }) => clientId),
  );
  const findings: Finding[] = state.clients
    .filter((client) => !active.has(client))
    .map((text) => ({ rule: 'orphan client', text }));
  for (const client of active)
    if (client !== undefined && !state.clients.includes(client))
      findings.push({ rule: 'lost credential', text: `the provider has no client ${client}` });
  if (state.unfinished > 0 || state.credentials.some((each) => each.state === 'creating'))
    findings.push({ rule: 'unfinished change', text: `${state.unfinished} changes are not settled` });
  return findings;
};
