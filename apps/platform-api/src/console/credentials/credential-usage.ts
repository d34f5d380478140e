import { codeSamplesOf } from '@governance/http';
import { type ConsoleSettings } from '../console-settings';

export interface CredentialUsage {
  readonly tokenUrl: string;
  readonly docsUrl: string;
  readonly isKey: boolean;
  readonly shell: string;
  /** Each with a request for a token and a call. */
  readonly languages: readonly {
    readonly label: string;
    readonly parts: readonly { readonly id: string; readonly what: string; readonly source: string }[];
  }[];
}

/** How a program uses a credential: commands that work as they are, and the samples of the API, which read the same variables. */
export function usageOf(
  { clientId, isKey }: { readonly clientId: string; readonly isKey: boolean },
  { baseUrl, tokenUrl }: Pick<ConsoleSettings, 'baseUrl' | 'tokenUrl'>,
): CredentialUsage {
  const token = codeSamplesOf('platform', 'resourceMetadata');
  const call = codeSamplesOf('platform', 'me');
  const [curl, ...languages] = token.map(({ label, source }, index) => ({
    label,
    parts: [
      { id: `token-${index}`, what: 'the request for a token', source: source.trimEnd() },
      { id: `call-${index}`, what: 'the call', source: call[index]?.source.trimEnd() ?? '' },
    ],
  }));
  const settings = { API_URL: baseUrl, TOKEN_URL: tokenUrl, CLIENT_ID: clientId };
  const shell = [
    ...Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`),
    ...(isKey
      ? [tokenIn('governance token --api-url "$API_URL" --client-id "$CLIENT_ID" --key-file private-key.pem')]
      : [
          'read -rs CLIENT_SECRET && export CLIENT_SECRET',
          tokenIn(withoutComments(curl?.parts[0]?.source ?? '')),
        ]),
    curl?.parts[1]?.source,
  ];
  const docsUrl = `${baseUrl}/docs`;
  return { tokenUrl, docsUrl, isKey, shell: shell.join('\n'), languages: isKey ? [] : languages };
}

function tokenIn(command: string): string {
  return `export TOKEN="$(${command})"`;
}

function withoutComments(source: string): string {
  return source.replaceAll(/^#.*\n/gm, '');
}
