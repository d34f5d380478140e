import { type Variables } from '@governance/config';

/** The settings of the two programs that show the console: the platform surface, and the identity provider. */
export interface ConsoleSettings {
  readonly platform: Variables;
  readonly provider: Variables;
}

/** Problems of the console of a deployment: it must be live, and the provider must lead users back to it. */
export function consoleProblems({ platform, provider }: ConsoleSettings): string[] {
  const callback = `${platform.PLATFORM_BASE_URL ?? ''}/console/callback`;
  return [
    ...(listed(platform.PLATFORM_LIVE).includes('console')
      ? []
      : ['platform-api: does not show the console']),
    ...(listed(provider.CONSOLE_REDIRECT_URIS).includes(callback)
      ? []
      : ['identity-provider: does not lead users back to the console']),
  ];
}

function listed(text = ''): string[] {
  return text.split(',').map((part) => part.trim());
}
