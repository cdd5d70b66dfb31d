<?php
$lang['site'] = 'Address of the folder in which the embed.html of Hex Umpire stands, with / at its end';
