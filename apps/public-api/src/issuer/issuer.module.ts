import { Module } from '@nestjs/common';
import { IssuerController } from './issuer.controller';
import { IssuerService } from './issuer.service';

/** Keys, profile and status lists. The app provides the stores and `SiteAddresses`. */
@Module({ controllers: [IssuerController], providers: [IssuerService] })
export class IssuerModule {}
