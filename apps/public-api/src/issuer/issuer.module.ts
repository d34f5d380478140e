import { Module } from '@nestjs/common';
import { PublishedLogModule } from '../certificate-log/published-log.module';
import { IssuerController } from './issuer.controller';
import { IssuerService } from './issuer.service';

/** Keys, profile and status lists, and the certificate log. The app provides the stores and `SiteAddresses`. */
@Module({ imports: [PublishedLogModule], controllers: [IssuerController], providers: [IssuerService] })
export class IssuerModule {}
