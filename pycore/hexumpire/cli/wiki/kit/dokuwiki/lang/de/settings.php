<?php
$lang['site'] = 'Adresse des Ordners, in dem die embed.html von Hex Umpire steht, mit / am Ende';
