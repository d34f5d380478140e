import { overTls, platformSurface, type Surface } from '@governance/http';
import { type ApiSettings } from './config';
import { protectedResourceOf } from './program-settings';
import { resourceMetadataUrl } from './resource-metadata/protected-resource';

/** The surface as served by this deployment. */
export function servedSurface(
  settings: Pick<ApiSettings, 'ENVIRONMENT' | 'PLATFORM_BASE_URL' | 'OIDC_ISSUER'>,
): Surface {
  const metadataUrl = resourceMetadataUrl(protectedResourceOf(settings));
  return overTls(
    { ...platformSurface, resourceMetadataUrl: metadataUrl },
    { environment: settings.ENVIRONMENT, baseUrl: settings.PLATFORM_BASE_URL },
  );
}
