<?php
$meta['site'] = ['string', '_pattern' => '#^https?://[^\s"\'<>?\#]+/$#'];
