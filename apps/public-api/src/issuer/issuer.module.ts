import { Module } from '@nestjs/common';
import { CertificateLogFilesModule } from '../certificate-log/certificate-log-files.module';
import { IssuerController } from './issuer.controller';
import { IssuerService } from './issuer.service';

/** Keys, profile and status lists, and the certificate log. The app provides the stores and `SiteAddresses`. */
@Module({ imports: [CertificateLogFilesModule], controllers: [IssuerController], providers: [IssuerService] })
export class IssuerModule {}
